// The bundler would split off what both share, if this did not import all of the screens.
import './screensChunk.ts';

export { HealingFields } from '../../features/setup/publicationForm/HealingFields.tsx';
