/** Formulas in titles, as lists show them. */

import { describe, expect, test } from '@jest/globals'
import { readableTex } from '../../src/plotly/tex-text.ts'

describe('TeX as readable text', () => {
  test.each([
    ['$A^2$', 'A²'],
    [String.raw`$y=\sin{2 \theta}$`, 'y=sin 2 θ'],
    [String.raw`$x=\int_0^a a^2+1$`, 'x=∫₀ᵃ a²+1'],
    [String.raw`$(||01\rangle+|10\rangle)/\sqrt2$`, '(||01⟩+|10⟩)/√2'],
    [String.raw`$\varphi ={\frac {1+{\sqrt {5}}}{2}}=0.618$`, 'φ =(1+√5)/2=0.618'],
    [String.raw`$i\hbar\frac{d\Psi}{dt}=-[V-\frac{-\hbar^2}{2m}\nabla^2]\Psi$`, 'iℏdΨ/dt=-[V-(-ℏ²)/2m∇²]Ψ'],
    [String.raw`$\text{Mean speed}\,[\mathrm{m}\cdot\mathrm{s}^{-1}]$`, 'Mean speed [m·s⁻¹]'],
    [String.raw`$x_{max}$ and $\alpha_i$, $$\sum_{k=1}^{n} k$$`, 'x_max and αᵢ, ∑ₖ₌₁ⁿ k'],
    [String.raw`$e^{x+y}, \sqrt{a+b}, 5\%, \mathbf{F}, \left(\frac12\right)$`, 'eˣ⁺ʸ, √(a+b), 5%, F, (1/2)'],
  ])('%s', (tex, text) => {
    expect(readableTex(tex)).toBe(text)
  })

  test.each(['a price of $5', 'From $5 to $10', '$5–$10', '$', '$$', 'no formula', '100 % \\ {}'])(
    'leaves what is no formula: %s',
    text => {
      expect(readableTex(text)).toBe(text)
    },
  )

  test('takes time that grows with the text alone', () => {
    const started = process.cpuUsage()
    for (const part of ['$', '{', String.raw`\frac{`, String.raw`\sqrt{a`, '$a ', '^{', '\\'])
      readableTex(`$${part.repeat(20_000)}$`)
    // Quadratic time would be minutes.
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000)
  })
})
