const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const GROUPS = 3;
const LENGTH = 6;

/** Returns three groups of six letters joined by "-": more than 100 bits, and readable aloud. */
export function newPassword(random: (bytes: number) => Uint8Array): string {
  const chars: string[] = [];
  while (chars.length < GROUPS * LENGTH) {
    for (const byte of random(32)) {
      // Bytes beyond a multiple of the alphabet's length would favor its first letters.
      const char = byte < 256 - (256 % LETTERS.length) ? LETTERS[byte % LETTERS.length] : undefined;
      if (char !== undefined) chars.push(char);
    }
  }
  return Array.from({ length: GROUPS }, (_, i) => chars.slice(i * LENGTH, (i + 1) * LENGTH).join('')).join('-');
}
