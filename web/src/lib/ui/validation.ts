import { t } from '../text/i18n.svelte'

/**
 * Shows the messages of invalid form fields in the language of the page: those of the browser are in
 * its own language.
 */
export function translateValidation(root: Document | HTMLElement): void {
  root.addEventListener(
    'invalid',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
      target.setCustomValidity('')
      const { valueMissing, tooShort } = target.validity
      if (valueMissing) target.setCustomValidity(t('field-missing'))
      else if (tooShort) target.setCustomValidity(t('field-short', { min: target.minLength }))
    },
    { capture: true },
  )
  // A field with a message of its own is invalid until the message is removed.
  root.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
        target.setCustomValidity('')
      }
    },
    { capture: true },
  )
}
