/** Formulas as readable text (`$E = mc^2$` as `E = mc²`), for lists and other places where TeX is not typeset. */

/** Matches a formula between dollar signs. Prices, such as `$5 to $10`, have a space or a digit at the second one. */
const formula = /\${1,2}(?=[^\s$])([^$]*[^\s$])\${1,2}(?!\d)/g

/** The text with each formula in Unicode characters as far as there are some. Other text is unchanged. */
export const readableTex = (text: string): string =>
  text.replace(formula, (_, tex: string) => new TexReader(tex).text())

/** A map from a text with names and characters in turns. */
const pairs = (text: string): ReadonlyMap<string, string> => {
  const words = text.split(/\s+/)
  return new Map(words.flatMap((name, at) => (at % 2 === 0 ? [[name, words[at + 1] ?? ''] as const] : [])))
}

const symbols = pairs(
  `alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ
  nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ
  Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω hbar ℏ ell ℓ nabla ∇ partial ∂ infty ∞ degree ° circ ° prime ′ sum ∑ prod ∏
  int ∫ oint ∮ times × cdot · div ÷ pm ± mp ∓ ast * le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ sim ∼ simeq ≃ equiv ≡
  propto ∝ ll ≪ gg ≫ lt < gt > in ∈ notin ∉ subset ⊂ cup ∪ cap ∩ forall ∀ exists ∃ to → rightarrow → leftarrow ←
  Rightarrow ⇒ Leftrightarrow ⇔ leftrightarrow ↔ uparrow ↑ downarrow ↓ langle ⟨ rangle ⟩ mid | vert | ldots … dots … cdots ⋯
  perp ⊥ angle ∠`,
)

/** Commands that change only how their argument looks, or how large something is. */
const unseen: ReadonlySet<string> = new Set(
  `text textbf textit textrm mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak operatorname boldsymbol hat bar vec
  tilde dot ddot overline underline left right big Big bigg Bigg displaystyle textstyle limits nolimits`.split(
    /\s+/,
  ),
)

const raised = pairs(
  `0 ⁰ 1 ¹ 2 ² 3 ³ 4 ⁴ 5 ⁵ 6 ⁶ 7 ⁷ 8 ⁸ 9 ⁹ + ⁺ - ⁻ = ⁼ ( ⁽ ) ⁾ a ᵃ b ᵇ c ᶜ d ᵈ e ᵉ f ᶠ g ᵍ h ʰ i ⁱ j ʲ k ᵏ l ˡ m ᵐ n ⁿ o ᵒ
  p ᵖ r ʳ s ˢ t ᵗ u ᵘ v ᵛ w ʷ x ˣ y ʸ z ᶻ`,
)
const lowered = pairs(
  `0 ₀ 1 ₁ 2 ₂ 3 ₃ 4 ₄ 5 ₅ 6 ₆ 7 ₇ 8 ₈ 9 ₉ + ₊ - ₋ = ₌ ( ₍ ) ₎ a ₐ e ₑ h ₕ i ᵢ j ⱼ k ₖ l ₗ m ₘ n ₙ o ₒ p ₚ r ᵣ s ₛ t ₜ u ᵤ
  v ᵥ x ₓ`,
)

/** The maximum nesting of groups and arguments. Anything deeper is left as it is. */
const maxDepth = 40

/** Reads one formula from its first character to its last. */
class TexReader {
  readonly #tex: string
  #at = 0
  #depth = 0

  constructor(tex: string) {
    this.#tex = tex
  }

  text(): string {
    let text = ''
    while (this.#at < this.#tex.length) {
      text += this.#group()
      // A closing brace without an opening one.
      this.#at++
    }
    return text
  }

  /** The text up to a closing brace or the end. */
  #group(): string {
    let text = ''
    while (this.#at < this.#tex.length && this.#tex[this.#at] !== '}') text += this.#next()
    return text
  }

  #next(): string {
    const character = this.#tex.charAt(this.#at++)
    if (this.#depth === maxDepth) return character
    this.#depth++
    const text = this.#read(character)
    this.#depth--
    return text
  }

  #read(character: string): string {
    if (character === '\\') return this.#command()
    if (character === '^') return script('^', this.#argument(), raised)
    if (character === '_') return script('_', this.#argument(), lowered)
    if (character === '~' || character === '&') return ' '
    if (character !== '{') return character
    const text = this.#group()
    this.#at++
    return text
  }

  /** The group, command or character that a command is applied to. */
  #argument(): string {
    while (this.#tex[this.#at] === ' ') this.#at++
    return this.#at < this.#tex.length && this.#tex[this.#at] !== '}' ? this.#next() : ''
  }

  #command(): string {
    const name = /^[A-Za-z]+|^./.exec(this.#tex.slice(this.#at, this.#at + 20))?.[0] ?? ''
    this.#at += name.length
    if (/^[,;: \\]$|^q?quad$/.test(name)) return ' '
    if (unseen.has(name) || name === '!') return ''
    if (/^[dt]?frac$/.test(name)) return `${grouped(this.#argument())}/${grouped(this.#argument())}`
    if (name === 'sqrt') return `√${grouped(this.#argument())}`
    if (name === 'begin' || name === 'end') return this.#argument() && ' '
    // The names of functions, such as `sin`, are what readers know them by.
    const isWord = /^[A-Za-z]/.test(name) && /^[\w{\\]/.test(this.#tex.slice(this.#at, this.#at + 1))
    return symbols.get(name) ?? (isWord ? `${name} ` : name)
  }
}

/** In parentheses, unless it is a single number or name. */
const grouped = (text: string): string => (/^[\p{L}\p{N}.√∇]*$/u.test(text) ? text : `(${text})`)

/** A superscript or subscript: in characters of its own, but words as they are written. */
function script(sign: string, text: string, characters: ReadonlyMap<string, string>): string {
  const found = [...text].map(character => characters.get(character))
  if (!/\p{L}{2}/u.test(text) && found.every(Boolean)) return found.join('')
  return `${sign}${grouped(text)}`
}
