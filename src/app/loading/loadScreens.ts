import { retryImport } from './retryImport.ts';

type Forms = typeof import('./screensChunk.ts');
type Component = Exclude<
  keyof Forms,
  | 'askReleases'
  | 'examined'
  | 'excused'
  | 'filesBeside'
  | 'foundIn'
  | 'identity'
  | 'isForCore'
  | 'learned'
  | 'edgeStatus'
  | 'opens'
  | 'pageFiles'
  | 'pagesOf'
  | 'pagesVersion'
  | 'past'
  | 'register'
  | 'render'
  | 'tenantLogin'
  | 'titleOf'
  | 'toldOfProcess'
  | 'upload'
  | 'waitHidden'
>;

/** Beside the screens: the registration, once in the life of a core, what failures mean, and what fills in templates. */
export const loadForms = () => retryImport(() => import('./screensChunk.ts'));

/** A screen that changes something, by its name. Apart from chunks.ts: routes import this, and are in a chunk themselves. */
export const loadForm = <Name extends Component>(name: Name) =>
  loadForms().then((all): { default: Forms[Name] } => ({ default: all[name] }));
