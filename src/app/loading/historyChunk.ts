// The bundler would split off what both share, if this did not import all of the screens.
import './screensChunk.ts';
import '../../ui/look/historyStyles.ts';

export { default as HistoryScreen } from '../../screens/HistoryScreen.tsx';
