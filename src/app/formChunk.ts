import { retryImport } from './retryImport.ts';

const forms = () => retryImport(() => import('./forms.ts'));

/** A screen that changes something, by its name. Apart from chunks.ts: routes import this, and are in a chunk themselves. */
export const loadForm = (name: keyof Awaited<ReturnType<typeof forms>>) =>
  forms().then((all) => ({ default: all[name] }));
