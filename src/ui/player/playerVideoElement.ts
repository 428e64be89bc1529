/** The video of the player on the page, for whoever looks at its pictures; null while there is none. */
export const playerVideoElement = (): HTMLVideoElement | null => document.querySelector('.player-video video');
