"""The brain's arithmetic: Beta posteriors, section weights, the gate of implicit evidence.  No I/O.

| quantity | formula | range | source |
| --- | --- | --- | --- |
| mean of Beta(α, β) | α / n, n = α + β | 0 to 1 | posteriors of the design document |
| variance | αβ / (n² (n + 1)) | 0 to 1/4 | as above |
| effective sample size (ESS) | n | above 0 | as above |
| merge of two observers | (α₁ + α₂ - α₀, β₁ + β₂ - β₀) | error unless both above 0 | as above |
| cap of the ESS | α₀ + (α - α₀)s, s = (cap - n₀) / (n - n₀) | n = cap | as above |
| deterministic weights | softmax(mean / 0.1), floored | 0.05 to 1, sum 1 | as above, "exploit" |
| sampled weights | softmax(θ / τ), θ ~ Beta, τ = epoch / 50 | 0.05 to 1, sum 1 | as above, "explore" |
| floor and renormalise | water-filling, see `weights` | | as above |
| implicit mass | m · 2^(-Δ / 7 days) | 0 to 1.5 | bounded-mass fold gate |

Evidence is counted in double precision: a posterior that grows by ones is exact up to 2⁵³; one that grows by
fractions is off by at most half a unit in the last place per step, which is a relative error of at most 1e-10
after a million steps.  `beta` and `gate` are plain Python, so that single steps need no array; `weights`
needs NumPy and `intervals` SciPy, which `numerics` loads when they are first wanted.
"""
