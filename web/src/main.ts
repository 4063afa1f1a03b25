import { mount } from 'svelte'

import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import App from './App.svelte'
import { useLanguage } from './lib/text/i18n.svelte'
import { settings } from './lib/ui/settings.svelte'
import { translateValidation } from './lib/ui/validation'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no element #app')

await useLanguage(settings.language)
translateValidation(document)
mount(App, { target })
