// Importing all screens keeps the bundler from splitting off shared parts.
import './screensChunk.ts';
import '../../ui/look/historyStyles.ts';

export { default as HistoryScreen } from '../../screens/HistoryScreen.tsx';
