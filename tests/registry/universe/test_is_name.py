"""Which strings are names of models where nothing but their spelling says so, and which are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.registry.universe.names import LONGEST_NAME, Names

NAMES = {
    "a model type": """
        llama mistral mixtral gemma gemma2 gemma3 gemma3_text gemma3n gemma4 gemma4_text gemma4_unified gemma4_unified_text qwen2 qwen2_moe
        qwen3 qwen3_moe qwen3_next qwen3_5 qwen3_5_moe_text qwen3_vl qwen3_vl_moe qwen2_5_vl qwen2_vl_text qwen2_audio qwen3_omni_moe_thinker
        phi phi3 phimoe falcon falcon_h1 falcon_mamba mpt t5 mt5 umt5 gpt2 gpt_neox gpt_oss gptj gpt_bigcode bloom bart bert roberta deberta
        deberta-v2 xlm-roberta electra granite granitemoehybrid jamba bamba zamba2 olmo olmo2 olmoe starcoder2 stablelm dbrx cohere cohere2
        llama4 llama4_text mllama mllama_text_model llava llava_next llava_onevision pixtral voxtral whisper idefics3 smolvlm smollm3
        internvl glm glm4 glm4v glm4_moe glm_moe_dsa ernie4_5 ernie4_5_moe hunyuan_v1_moe deepseek_v2 deepseek_v3 minimax minimax_m2
        nemotron nemotron_h lfm2 lfm2_vl apertus kimi_linear kimi_k25 longcat_flash exaone4 seed_oss mamba mamba2 modernbert
        clip_vision_model siglip_vision_model vision-encoder-decoder paligemma recurrent_gemma video_llava big_bird
    """,
    "a model type in another spelling": """
        lfm2-vl nemotron-h qwen3-moe Qwen2.5-VL deepseek-v3 gpt-oss gpt-neox Qwen3MoE qwen2moe minimax-m2 gptneox falconmamba recurrentgemma
        diffusiongemma qwen25vl LLAMA GEMMA3 glm4moe
    """,
    "a member of a known family that the release does not know": """
        qwen3_v17 qwen qwen_v2 deepseek deepseek_v41 deepseek_v5_lite kimi kimi_k2 kimi_k3 kimi_vl llama3 llama3_2_vision llama-3.1-8b gemma-3-4b
        gemma5 mistral-7b mistral_v7_tekken phi4mm phi3small glm5 internlm2 minicpmv nemotron-flash nemotron_nas nemotron_vl exaone
        hunyuan ernie_x olmo5 granite5 internvl3_5 stablelm_epoch voxtral_next falcon3
    """,
    "a family of remote code, or a nickname": """
        chatglm baichuan btlm RefinedWeb RefinedWebModel rwforcausallm internlm2 dsv4 gptoss magistral codestral devstral nemotronparse
        decilm vila wan yi codellama code_llama tinyllama vicuna xverse telechat cogvlm qwq kimik2 minicpmo
    """,
    "a class of a model, its configuration, tokenizer or processor": """
        LlamaForCausalLM Gemma3ForConditionalGeneration Qwen3MoeForCausalLM NemotronHForCausalLM NemotronFlashForCausalLM DeciLMForCausalLM
        MambaLMHeadModel GPT2LMHeadModel LlamaTokenizer LlamaTokenizerFast CodeLlamaTokenizerFast GPTNeoXTokenizerFast Qwen2VLProcessor
        Mistral3Processor CLIPProcessor CLIPVisionModel T5EncoderModel BertModel WhisperProcessor LlamaConfig Gemma4TextConfig
        KimiVLProcessor KimiK25Processor NemotronParseProcessor InternVLChatModel LlavaLlamaForCausalLM RWForCausalLM FalconForCausalLM
        SamModel OPTForCausalLM BitModel GemmaForTokenClassification
    """,
    "a class inside a model": """
        Gemma4ClippableLinear Gemma4TextAttention LlamaAttention LlamaLinearScalingRotaryEmbedding DeepseekV3MLP GlmMoeDsaTopkRouter MixtralSparseMoeBlock
        Qwen3MoeStateDictAdapter DbrxBlock InternLM2MLP Phi3SmallMLP GptOssExperts
    """,
    "an id of a checkpoint": """
        meta-llama/Llama-3-8B mistralai/Mistral-7B-v0.1 Qwen/Qwen2.5-7B-Instruct deepseek-ai/DeepSeek-V3 google/gemma-3-4b-it tiiuae/falcon-7b
        openai/gpt-oss-20b
    """,
}

WORDS = {
    "an optimizer or a schedule": "adamw adamw_torch adam sgd muon lion galore_adamw sophia cosine linear warmup constant polynomial",
    "a format of prompts or of data": """
        sharegpt alpaca chatml oasst jeopardy completion input_output json jsonl csv parquet arrow openai messages conversations instruct
        tokenizer_default jinja
    """,
    "an adapter, a quantization or its kernel": """
        lora qlora dora oft ia3 llama-adapter llama_adapter exllama exllamav2 gptq awq hqq aqlm bnb nf4 fp8 mxfp4 nvfp4 int8 Params4bit bitnet
        Mxfp4Config FineGrainedFP8Config Linear8bitLt QuantLinear
    """,
    "an implementation of attention or a backend": """
        flash_attention_2 flash_attention_3 sdpa eager xformers flex_attention sage ring ulysses varlen VARLEN_LLAMA3 BATCH_RING vllm sglang
        tensorrt triton cutlass marlin scattermoe sonicmoe grouped_mm liger unsloth deepspeed fsdp fsdp2 megatron nemo llama.cpp llama_cpp
        mamba_ssm mamba-ssm mistral-common mistral_common ollama llamafile
    """,
    "a kind of layer, of cache, of position": """
        sliding_attention full_attention linear_attention mamba_d_state chunked rope yarn dynamic ntk mrope static hybrid mlp moe
        attention experts Linear Embedding RMSNorm LayerNorm Attention MLP DecoderLayer
    """,
    "what a class does, not whose it is": """
        ForCausalLM ForConditionalGeneration ForSequenceClassification SequenceClassification TokenClassification QuestionAnswering
        CausalLM LMHeadModel Model PreTrainedModel AutoModelForCausalLM AutoModel AutoConfig AutoTokenizer Trainer SFTTrainer PeftModel
        PreTrainedTokenizerFast TokenizersBackend DiffusionPlugin
    """,
    "hardware": "cuda cpu mps npu xpu rocm gfx942 gfx90a sm_90 sm90 arm64 x86_64 h100 a100 mi300x tpu",
    "a placeholder or a mode": """
        auto none None default null unknown base custom other any train eval test validation predict sft dpo grpo kto orpo ppo reward true false
    """,
    "a modality, a role or a part of a model": """
        text vision image audio video speech multimodal user assistant system tool model processor tokenizer image_processor vision_tower
        language_model text_model text_config vision_config visual encoder decoder lm_head embed_tokens
    """,
    "a word that is also a model type": """
        clip sam opt bit git ctrl led dpr dac esm mra yoso align beam dots step time table data prompt funnel gte rag mvp radio seed mimi dia
        encoder-decoder speech_to_text perceiver superglue swift vit clip_grad grad_clip clip_grad_norm opt_state
    """,
    "a family's word before a thing of the code": """
        gemma_rmsnorm qwen_xml llama3_json llama_mlp bert_score mistral_format qwen_parser llama_dataset nemotron_vlm_dataset_v2 gemma.py
    """,
    "a set of data": """
        tatsu-lab/alpaca HuggingFaceH4/ultrachat_200k openai/gsm8k Open-Orca/OpenOrca mhenrichsen/alpaca_2k_test
    """,
    "no word at all": """
        . .. / -- * {prompt} <image> [INST] <|im_start|> self.model a,b $HOME 0 1 2.6.0 0.0.0.0
    """,
}


def cases(table: dict[str, str]) -> list[object]:
    return [pytest.param(text, id=f"{text} is {reason}") for reason, texts in table.items() for text in dict.fromkeys(texts.split())]


@pytest.mark.parametrize("text", cases(NAMES))
def test_is_a_name(text: str) -> None:
    assert Names.load().is_name(text)


@pytest.mark.parametrize("text", cases(WORDS))
def test_is_no_name(text: str) -> None:
    assert not Names.load().is_name(text)


def test_both_tables_are_long() -> None:
    assert min(len(cases(NAMES)), len(cases(WORDS))) >= 150


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(" ", id="a space"),
        pytest.param("llama is a model", id="a sentence that begins with a family"),
        pytest.param("llama\n", id="a line"),
        pytest.param("models/llama/modeling_llama", id="a path of more than two steps"),
        pytest.param("llama" + "_x" * LONGEST_NAME, id="a text longer than any name"),
        pytest.param("лlama", id="a letter of another alphabet"),
        pytest.param("clipboard", id="a word that a family's letters open"),
        pytest.param("gemmatria", id="a longer word that a family's letters open"),
        pytest.param("meta-llama", id="an owner that ends with a family"),
    ],
)
def test_is_no_name_whatever_it_holds(text: str) -> None:
    assert not Names.load().is_name(text)


@given(st.text())
def test_any_text_has_an_answer(text: str) -> None:
    names = Names.load()
    assert names.is_name(text) in {True, False}
    assert names.knows(text) in {True, False}
    assert names.family(text) == next(iter(names.models_named(text)), None)


def test_every_model_type_is_a_name_unless_a_list_of_words_says_why_not() -> None:
    names = Names.load()
    assert [each for each in names.types if not names.is_name(each) and names.reason(each) is None] == []
