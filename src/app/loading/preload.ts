/** Lists of harness/tools/build/indexPage.ts. */
type Part = 'inside' | 'player';

/** Downloads the files of a part side by side, because imports find them one after the other. Never rejects. */
export async function preload(part: Part): Promise<void> {
  const files = document.querySelector<HTMLMetaElement>(`meta[name=${part}]`)?.content.split(' ') ?? [];
  const loading = files.map((file) => {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `./${file}` });
    const loaded = new Promise((end) => {
      link.onload = end;
      link.onerror = end;
    });
    document.head.append(link);
    return loaded;
  });
  await Promise.all(loading);
}
