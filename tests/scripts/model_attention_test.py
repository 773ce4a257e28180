"""model_attention_test.py DUMP_QK POSLAB: compares the attention weights of a small random Llama by the model
itself with those of PosLab's attention view, computed from the queries and keys that DUMP_QK writes. Exit
status 77: a module is not installed."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

MODULES = ("numpy", "torch", "transformers", "tokenizers", "safetensors")
LAYERS, HEADS, KEY_HEADS, DIM, TOKENS = 2, 4, 2, 16, 40
dump_qk, poslab = sys.argv[1:3]


def run(*words):
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise AssertionError(f"{' '.join(words)} ended with {ran.returncode}: {ran.stderr}")


def save_model(folder):
    """Writes a model with weights so large that the softmax is far from uniform, and a tokenizer with the
    words t0, t1 … Returns the model."""
    import tokenizers
    import torch
    import transformers
    torch.manual_seed(9708)
    words = {f"t{n}": n for n in range(TOKENS)}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({**words, "[UNK]": TOKENS}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="[UNK]").save_pretrained(folder)
    config = transformers.LlamaConfig(
        hidden_size=HEADS * DIM, num_hidden_layers=LAYERS, num_attention_heads=HEADS, num_key_value_heads=KEY_HEADS,
        intermediate_size=96, vocab_size=TOKENS + 1, max_position_embeddings=128, initializer_range=0.2)
    model = transformers.AutoModel.from_config(config, attn_implementation="eager").eval()
    model.save_pretrained(folder)
    return model


class ModelAttention(unittest.TestCase):
    def test_weights_of_the_model_and_of_the_view(self):
        import numpy
        import torch
        with tempfile.TemporaryDirectory() as folder:
            model = save_model(folder)
            queries, weights = os.path.join(folder, "qk.safetensors"), os.path.join(folder, "weights.npy")
            prompt = " ".join(f"t{n * 7 % TOKENS}" for n in range(TOKENS))
            run(sys.executable, "-B", dump_qk, folder, "--prompt", prompt, "--dtype", "float32", "-o", queries)
            with torch.no_grad():
                ids = torch.tensor([[n * 7 % TOKENS for n in range(TOKENS)]])
                expected = model(input_ids=ids, output_attentions=True).attentions
            unmasked = numpy.tril(numpy.ones((TOKENS, TOKENS), bool))
            for layer in range(LAYERS):
                for head in range(HEADS):
                    run(poslab, "compute", "attention", "--queries", queries, "--layer", str(layer), "--head", str(head), "--map", "rope",
                        "--pairing", "gpt-neox", "--array", "map", "-o", weights)
                    found, wanted = numpy.load(weights), expected[layer][0, head].numpy()
                    self.assertEqual(found.shape, (TOKENS, TOKENS))
                    self.assertGreater(wanted[-1].max(), 3 / TOKENS, "the softmax says something")
                    # Logits of up to about 10 in float32 on both sides are right to 10 * 2^-23 * sqrt(dim),
                    # 5e-6 relative in a weight.
                    worst = abs(found - wanted)[unmasked].max()
                    self.assertLess(worst, 2e-5, f"layer {layer}, head {head}")


if __name__ == "__main__":
    if any(importlib.util.find_spec(module) is None for module in MODULES):
        sys.exit(77)
    unittest.main(argv=[sys.argv[0]])
