/** Prints a table line by line, as it is measured. */
export function tablePrinter(head: string): (...cells: readonly string[]) => void {
  const widths = head.split(/ {2,}/).map(({ length }) => length);
  process.stdout.write(`${head}\n`);
  return (...cells) => {
    process.stdout.write(`${cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('  ')}\n`);
  };
}
