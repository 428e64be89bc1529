/** In the place of advertisements in the playlist, and of a plugin that loads a source again: live.ts does that. */
export const updateAdCues = () => {};
export default () => {};
