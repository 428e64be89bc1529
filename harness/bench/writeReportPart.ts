import { readFile, writeFile } from 'node:fs/promises';

/** The embedded core and the interface are measured separately, and share a file. */
const PARTS = ['core', 'interface'] as const;
type Part = (typeof PARTS)[number];

const marker = (part: Part) => `<!-- ${part} -->\n`;

export async function writePart(file: string, part: Part, text: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '');
  const textOf = (other: Part) => {
    if (other === part) return text.trimEnd();
    const [, after] = before.split(marker(other));
    return after?.split('<!-- ')[0]?.trim();
  };
  const written = PARTS.flatMap((part) => {
    const found = textOf(part);
    return found === undefined ? [] : [`${marker(part)}\n${found}\n`];
  });
  await writeFile(file, written.join('\n'));
}
