import { retryImport } from './retryImport.ts';

type Screens = typeof import('./screensChunk.ts');

/** The names of what is no component begin in lower case. */
type Component = Exclude<keyof Screens, Uncapitalize<keyof Screens>>;

/** The screens with forms and the setup wing. Beside them: what few need, as the registration and causes of failures. */
export const loadForms = () => retryImport(() => import('./screensChunk.ts'));

/** A component of that file, for React's `lazy`. */
export const loadForm = <Name extends Component>(name: Name) =>
  loadForms().then((all): { default: Screens[Name] } => ({ default: all[name] }));
