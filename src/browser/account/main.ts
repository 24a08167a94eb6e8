/** The script of the account and landing pages. Every page also works without it. */

import { offerCopy, watchCopyButtons } from './copy.ts'
import { watchForms } from './forms.ts'
import { offerLoadMore } from './load-more.ts'
import { watchPictures } from './pictures.ts'
import { offerReveal } from './reveal.ts'
import { showLocalTimes } from './times.ts'

watchCopyButtons()
offerCopy(document)
offerLoadMore()
watchForms()
for (const input of document.querySelectorAll<HTMLInputElement>('input[data-reveal]')) offerReveal(input)
showLocalTimes()
watchPictures()
