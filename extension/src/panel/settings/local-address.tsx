import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { type FormEvent, useState } from 'react'
import { addressesIn, patternOf } from '../../connection/address.ts'
import { askForAccess } from '../../connection/permissions.ts'
import { readSetting, writeSetting } from '../../store/database.ts'
import { text } from '../../texts.ts'
import { useSetting } from '../use-setting.ts'

/** Where an interface runs that is not on this machine. */
export function LocalAddress({ slug, name }: { slug: string; name: string }) {
  const locals = useSetting('localInterfaces')
  if (!locals) return null
  const saved = locals.value?.[slug] ?? ''
  return (
    <details open={saved !== ''} className="pl-6.5 text-sm">
      <summary className="w-fit rounded text-muted underline underline-offset-2">
        {text('panelElsewhere')}
      </summary>
      <AddressForm key={saved} slug={slug} name={name} saved={saved} />
    </details>
  )
}

function AddressForm({ slug, name, saved }: { slug: string; name: string; saved: string }) {
  const [address, setAddress] = useState(saved)
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const [origin] = addressesIn(address)
    if (address.trim() !== '' && !origin) return setError(text('panelNoAddress'))
    const allowed = await askForAccess(origin ? [patternOf(origin)] : [])
    if (!allowed) return setError(text('panelNotAllowed', name))
    setError(undefined)
    await keep(slug, origin)
  }
  return (
    <form onSubmit={submit} noValidate className="flex items-end gap-2 pt-1.5">
      <TextField
        label={text('panelLocalAddress', name)}
        placeholder="http://192.168.1.20"
        autoComplete="off"
        spellCheck={false}
        className="flex-1"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        errors={error ? [error] : undefined}
      />
      {address.trim() !== saved && (
        <Button type="submit" className="h-10!" size="small">
          {text('panelSave')}
        </Button>
      )}
    </form>
  )
}

/** Without an address it runs on this machine again. */
async function keep(slug: string, address: string | undefined): Promise<void> {
  const { [slug]: _, ...others } = (await readSetting('localInterfaces')) ?? {}
  await writeSetting('localInterfaces', address ? { ...others, [slug]: address } : others)
}
