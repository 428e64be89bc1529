// Runs in the pages of the help, which are made by harness/tools/build/helpPages.ts: the search above them, and the scheme.

interface Topic {
  href: string;
  title: string;
  text: string;
}

/** As app/browser/storage.ts keeps it. */
const SCHEME_KEY = '@@restreamer-ui@@scheme';
const MOST = 10;

function wearScheme() {
  try {
    const kept = localStorage.getItem(SCHEME_KEY);
    document.documentElement.dataset.scheme = kept === 'light' || kept === 'system' ? kept : 'dark';
  } catch {
    // The browser forbids it: the page stays as it was written.
  }
}

/** Those that have all of the words; by title first. */
export function searchHelp(topics: readonly Topic[], typed: string): Topic[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const titled = topics.filter(({ title }) => has(title));
  const other = topics.filter((topic) => !titled.includes(topic) && has(`${topic.title} ${topic.text}`));
  return [...titled, ...other].slice(0, MOST);
}

async function search() {
  const field = document.querySelector('input');
  const list = document.querySelector('output');
  if (!field || !list) return;
  const answer = await fetch('topics.json');
  const topics: Topic[] = await answer.json();
  field.addEventListener('input', () => {
    const found = searchHelp(topics, field.value);
    list.replaceChildren(
      ...found.map(({ href, title }) => {
        const link = document.createElement('a');
        link.href = href;
        link.textContent = title;
        return link;
      }),
      ...(found.length === 0 && field.value.trim() !== '' ? [field.dataset.none ?? ''] : []),
    );
  });
}

if (typeof document !== 'undefined') {
  wearScheme();
  void search();
}
