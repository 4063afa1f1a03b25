/** What a page puts beside the brand: the table says its round there. */
const state = $state({ note: '' })

export function headerNote(): string {
  return state.note
}

/** Shows a note while the calling component lives. */
export function useHeaderNote(note: () => string): void {
  $effect(() => {
    state.note = note()
    return () => {
      state.note = ''
    }
  })
}
