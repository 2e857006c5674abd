import { Tooltip } from '@base-ui/react/tooltip'
import { createRoot } from 'react-dom/client'
import { Panel } from '../../panel/panel.tsx'
import { text } from '../../texts.ts'
import './style.css'

document.documentElement.lang = text('panelLanguage')

createRoot(document.getElementById('root') as HTMLElement).render(
  <Tooltip.Provider delay={500}>
    <Panel />
  </Tooltip.Provider>,
)
