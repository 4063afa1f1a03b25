import { expect, it } from 'vitest'

import { useTestLanguage } from '../../testing/language'
import { translateValidation } from './validation'

it('shows messages of invalid fields in the language of the page', () => {
  useTestLanguage('de')
  const form = document.createElement('form')
  form.innerHTML = '<input required>'
  document.body.append(form)
  translateValidation(form)
  const field = form.querySelector('input')
  if (!field) throw new Error('the form has a field')

  expect(form.checkValidity()).toBe(false)
  expect(field.validationMessage).toBe('Bitte fülle dieses Feld aus.')
  useTestLanguage('it')
  form.checkValidity()
  expect(field.validationMessage).toBe('Compila questo campo.')

  field.value = 'Ana'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  expect(form.checkValidity()).toBe(true)
})
