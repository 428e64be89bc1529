const two = (figure: number) => String(figure).padStart(2, '0');

/** As a `datetime-local` field has it, in the time zone of this machine; '' for no time. */
export function localTimeOf(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What a `datetime-local` field has, as it is stored: ISO 8601 in UTC, to the second; '' for no time. */
export function storedTimeOf(local: string): string {
  const at = new Date(local);
  // Only years of four digits are written without a sign.
  if (Number.isNaN(at.getTime()) || at.getFullYear() > 9998) return '';
  return at.toISOString().replace('.000Z', 'Z');
}
