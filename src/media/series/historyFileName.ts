/** Characters that file systems reject or shells interpret. */
const UNSAFE = /[^\p{L}\p{N}]+/gu;
const MOST_CHARACTERS = 60;

const twoDigits = (n: number) => String(n).padStart(2, '0');
const dayOf = (seconds: number) => {
  const date = new Date(seconds * 1000);
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
};
const clockOf = (seconds: number) => {
  const date = new Date(seconds * 1000);
  return `${twoDigits(date.getHours())}${twoDigits(date.getMinutes())}`;
};

/**
 * "history-studio-a-2026-11-01-to-2026-11-30.csv", with local times unless it covers whole days.
 * @param from unix seconds, inclusive; `to` is exclusive
 */
export function historyFileName(name: string, from: number, to: number): string {
  const safe = [...name.normalize('NFC').toLowerCase().replace(UNSAFE, '-')].slice(0, MOST_CHARACTERS).join('');
  const subject = safe.replace(/^-|-$/g, '');
  const [first, last] = [dayOf(from), dayOf(to - 1)];
  const isPart = to - from < 22 * 3600;
  const begin = isPart ? `${first}-${clockOf(from)}` : first;
  const end = isPart ? `${last}-${clockOf(to)}` : last;
  const parts = ['history', subject, begin, ...(begin === end ? [] : ['to', end])];
  return `${parts.filter((part) => part !== '').join('-')}.csv`;
}
