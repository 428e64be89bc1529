import MiniSearch from 'minisearch';

// Runs in the help pages built by harness/tools/build/helpPages.ts: search and color scheme.

interface Topic {
  href: string;
  page: string;
  title: string;
  /** Synonyms for the search. */
  words: string;
  text: string;
}

/** Key used by app/browser/storage.ts. */
const SCHEME_KEY = '@@restreamer-ui@@scheme';
const MOST = 10;
const LONGEST = 120;

function wearScheme() {
  try {
    const stored = localStorage.getItem(SCHEME_KEY);
    document.documentElement.dataset.scheme = stored === 'light' || stored === 'system' ? stored : 'dark';
  } catch {
    // Storage is forbidden: the page keeps its default.
  }
}

const FUZZY = 0.2;
/** Shorter words are too similar to others. */
const LONG = 3;

/** Finds topics with all words, fuzzily: titles first, then synonyms, then texts. */
export function searchHelp(topics: readonly Topic[], typed: string): Topic[] {
  const index = new MiniSearch<Topic & { id: number }>({ fields: ['title', 'words', 'text'] });
  index.addAll(topics.map((topic, id) => ({ ...topic, id })));
  const found = index.search(typed, {
    boost: { title: 8, words: 4 },
    prefix: true,
    fuzzy: (word) => (word.length > LONG ? FUZZY : false),
    combineWith: 'AND',
  });
  return found.flatMap(({ id }) => topics[Number(id)] ?? []).slice(0, MOST);
}

export function placeOf({ page, title, text }: Topic, typed: string): string {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const sentences = text.split(/(?<=[.!?]) /);
  const found = sentences.find((sentence) => words.some((word) => sentence.toLowerCase().includes(word)));
  return [page === title ? '' : page, found ?? ''].filter(Boolean).join(' · ').slice(0, LONGEST);
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
      ...found.map((topic) => {
        const link = document.createElement('a');
        const place = document.createElement('small');
        link.href = topic.href;
        place.textContent = placeOf(topic, field.value);
        link.append(topic.title, place);
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
