import { askTable } from './database'

/** A named analysis, kept on the device. */
export interface NamedStudy {
  id: string
  name: string
  /** The text of the study, as in the address of the analysis board. */
  text: string
  /** When it was last saved, in milliseconds since 1970. */
  at: number
}

/** The most characters of a name. */
export const NAME_LIMIT = 60

/** The name as it is kept: without surrounding and repeated spaces. */
export function tidyName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').slice(0, NAME_LIMIT)
}

/** All studies, the latest first. Rejects if the storage cannot be read. */
export async function listStudies(): Promise<NamedStudy[]> {
  const rows = await askTable<unknown[]>('studies', 'readonly', (table) => table.getAll())
  return rows.filter(isStudy).sort((a, b) => b.at - a.at)
}

/** A study; null if there is none. */
export async function findStudy(id: string): Promise<NamedStudy | null> {
  const found = await askTable<unknown>('studies', 'readonly', (table) => table.get(id))
  return isStudy(found) ? found : null
}

/** Saves a study, in place of one with the same name. Rejects if that fails. */
export async function saveStudy(name: string, text: string): Promise<void> {
  const tidy = tidyName(name)
  const known = (await listStudies()).find((study) => study.name === tidy)
  const study: NamedStudy = { id: known?.id ?? newId(), name: tidy, text, at: Date.now() }
  await askTable('studies', 'readwrite', (table) => table.put(study))
}

export async function renameStudy(study: NamedStudy, name: string): Promise<void> {
  const renamed = { ...study, name: tidyName(name) }
  await askTable('studies', 'readwrite', (table) => table.put(renamed))
}

export async function deleteStudy(id: string): Promise<void> {
  await askTable('studies', 'readwrite', (table) => table.delete(id))
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Stored rows may be damaged. */
function isStudy(found: unknown): found is NamedStudy {
  const study = found as Partial<NamedStudy> | undefined
  return (
    typeof study?.id === 'string' &&
    typeof study.name === 'string' &&
    typeof study.text === 'string' &&
    typeof study.at === 'number'
  )
}
