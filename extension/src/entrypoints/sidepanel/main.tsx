import { Tooltip } from '@base-ui/react/tooltip'
import { WordsProvider } from '@dailies/ui/words.ts'
import { createRoot } from 'react-dom/client'
import { Panel } from '../../panel/panel.tsx'
import { words } from '../../panel/words.ts'
import { text } from '../../texts.ts'
import './style.css'

document.documentElement.lang = text('panelLanguage')

createRoot(document.getElementById('root') as HTMLElement).render(
  <Tooltip.Provider delay={500}>
    <WordsProvider value={words}>
      <Panel />
    </WordsProvider>
  </Tooltip.Provider>,
)
