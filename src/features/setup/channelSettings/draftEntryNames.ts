import { storedName } from '../../../media/revision/storedNames.ts';

export const nameIn =
  (t: (text: string) => string) =>
  (path: readonly string[]): { name: string } | null => {
    const name = storedName('ingest', path);
    return name === null ? null : { name: t(name) };
  };
