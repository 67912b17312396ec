"""YAML files -> records that keep their place.

In: a content folder. Out: nodes (`nodes`), read strictly (`yaml_nodes`), opened in one place only
(`library`), of the right shape (`schemas`, `generate`), with variants laid over (`layering`).
Knows no word of the effect language; its texts pass through as they stand.
"""
