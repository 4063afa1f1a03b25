/** A note beside the brand, e.g. the round of the game. */
const state = $state({ note: '' })

export function headerNote(): string {
  return state.note
}

/** Shows a note while the calling component is mounted. */
export function useHeaderNote(note: () => string): void {
  $effect(() => {
    state.note = note()
    return () => {
      state.note = ''
    }
  })
}
