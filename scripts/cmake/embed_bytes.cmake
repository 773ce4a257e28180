# Writes OUTPUT: a C++ source with the bytes of INPUT as std::string_view NAME(). See poslab_embed_bytes.
file(WRITE ${OUTPUT} "#include <string_view>

__asm__(\".section .rodata\\n\"
        \".balign 16\\n\"
        \".global poslab_${NAME}_begin\\n\"
        \"poslab_${NAME}_begin:\\n\"
        \".incbin \\\"${INPUT}\\\"\\n\"
        \".global poslab_${NAME}_end\\n\"
        \"poslab_${NAME}_end:\\n\"
        \".byte 0\\n\"
        \".previous\\n\");
extern \"C\" {
extern const char poslab_${NAME}_begin[];
extern const char poslab_${NAME}_end[];
}

namespace poslab {

std::string_view ${NAME}();
std::string_view ${NAME}() {
    return {poslab_${NAME}_begin, static_cast<std::size_t>(poslab_${NAME}_end - poslab_${NAME}_begin)};
}

}  // namespace poslab
")
