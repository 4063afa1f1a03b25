import type { Runs } from './runs'

/** Highlights wall cells inside an element, with the classes of LitBoard. */
export function lightRuns(element: HTMLElement, runs: Runs): { update: (runs: Runs) => void } {
  const show = ({ row, column, tile }: Runs) => {
    for (const cell of element.querySelectorAll<HTMLElement>('[data-spot]')) {
      const spot = cell.dataset.spot ?? ''
      cell.classList.toggle('run-row', row.includes(spot))
      cell.classList.toggle('run-column', column.includes(spot))
      cell.classList.toggle('run-tile', tile.includes(spot))
    }
  }
  show(runs)
  return { update: show }
}
