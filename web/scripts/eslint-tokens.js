/**
 * Rejects raw lengths in the styles of components where a design token exists: spacing, font sizes
 * and corner radii must use the names in src/styles/tokens.css.
 *
 * Exceptions:
 * - Lengths up to 2px, for hairlines and their offsets.
 * - `clamp()` of a font size that grows with the viewport.
 * - `px` in `font` of SVG text, which is in user units.
 * - Percentages, `em`, viewport and container units.
 * - Dimensions, grid tracks, media queries, borders, shadows and custom properties, which are not
 *   checked at all.
 */
const SPACING =
  /^(padding|margin|gap|row-gap|column-gap|inset|top|right|bottom|left|scroll-margin|scroll-padding)(-|$)/
const LENGTH = /(?<![\w.-])-?(\d*\.?\d+)(rem|px)\b/g
const HAIRLINE = 2

/** The token family of a property, if it has one. */
function familyOf(property) {
  if (property === 'font' || property === 'font-size') return 'text'
  if (/^border(-[a-z]+)*-radius$/.test(property)) return 'radius'
  return SPACING.test(property) ? 'space' : null
}

function rawLengths(property, value) {
  const family = familyOf(property)
  if (family === null) return []
  if (family === 'text' && value.includes('clamp(')) return []
  return [...value.matchAll(LENGTH)].flatMap(([length, number, unit]) => {
    if (Number(number) === 0) return []
    if (unit === 'px' && (family === 'text' || Number(number) <= HAIRLINE)) return []
    return [{ length, family }]
  })
}

export default {
  meta: {
    type: 'problem',
    docs: { description: 'require design tokens for spacing, font sizes and radii' },
    messages: { raw: '{{property}}: use a --{{family}}-* token instead of {{length}}' },
    schema: [],
  },
  create(context) {
    const services = context.sourceCode.parserServices
    if (!services.isSvelte) return {}
    return {
      SvelteStyleElement() {
        const style = services.getStyleContext()
        if (style.status !== 'success') return
        style.sourceAst.walkDecls((declaration) => {
          for (const { length, family } of rawLengths(declaration.prop, declaration.value)) {
            context.report({
              loc: services.styleNodeLoc(declaration),
              messageId: 'raw',
              data: { property: declaration.prop, family, length },
            })
          }
        })
      },
    }
  },
}
