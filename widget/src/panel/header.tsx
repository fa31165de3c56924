import { useContext } from 'preact/hooks'
import { webAddress } from '../answer/links.ts'
import { IconButton } from './icon-button.tsx'
import { Mark } from './icon.tsx'
import { PanelContext } from './panel-context.ts'

export function Header() {
  const { store, asking, close } = useContext(PanelContext)
  const texts = store.texts.value
  const { logoUrl: logo, mode, aiTools } = store.options.value
  const hasAiTools = aiTools && store.config.value?.mcp_available === true
  const logoUrl = logo === undefined ? undefined : webAddress(logo)?.href
  return (
    <header class="header" part="header">
      {store.isModal.value ? (
        <IconButton icon="back" label={texts.back} onClick={() => (store.view.value = 'search')} />
      ) : logoUrl ? (
        <img class="logo" src={logoUrl} alt="" />
      ) : (
        <Mark />
      )}
      <h2 class="title" part="title" dir="auto" id="footnote-title">
        {store.name.value || texts.ask}
      </h2>
      <span class="space" />
      {store.turns.value.length > 0 && (
        <IconButton icon="plus" label={texts.newConversation} onClick={() => asking.startOver()} />
      )}
      {hasAiTools && (
        <IconButton
          icon="plug"
          label={texts.aiTools}
          aria-expanded={store.menuIsOpen.value}
          onClick={() => (store.menuIsOpen.value = !store.menuIsOpen.value)}
        />
      )}
      {mode !== 'inline' && <IconButton icon="close" label={texts.close} onClick={close} />}
    </header>
  )
}
