/** The passwords that attackers try first. */
const COMMON = [
  ...['password', 'passwort', 'kennwort', 'admin', 'administrator', 'root', 'user', 'letmein', 'welcome', 'iloveyou'],
  ...['restreamer', 'sluice', 'datarhei', 'stream', 'streaming', 'live', 'secret', 'changeme', 'default', 'test'],
];
const RUNS = [
  ...['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiop', 'qwertzuiop', 'azertyuiop'],
  ...['asdfghjkl', 'yxcvbnm', 'zxcvbnm', '1q2w3e4r5t6z7u8i9o0p', '1q2w3e4r5t6y7u8i9o0p'],
];
const backwards = (text: string) => [...text].toReversed().join('');
const LINES = RUNS.flatMap((run) => [run, backwards(run)]);
/** With so few different characters it is the same again and again. */
const FEW = 4;

/** Whether a password is among the first that somebody tries who wants in. It says nothing of the length. */
export function isGuessable(password: string): boolean {
  const typed = password.toLowerCase();
  if (new Set(typed).size < FEW) return true;
  if (LINES.some((line) => line.includes(typed))) return true;
  // A common word, with figures and signs around it.
  const bare = typed.replace(/^[^a-z]+|[^a-z]+$/g, '');
  return bare !== '' && COMMON.includes(bare) && typed.length - bare.length <= 4;
}
