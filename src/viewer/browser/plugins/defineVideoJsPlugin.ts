import { call, readProperty } from '../stream/readUntypedProperties.ts';

export interface PluginPlayer {
  el(): Element;
  on(event: string, listener: () => void): void;
}

/** Registers a video.js plugin, `player[name](options)`, if video.js is on the page. */
export function definePlugin(name: string, start: (player: PluginPlayer, options: unknown) => void): void {
  call(readProperty(window, 'videojs'), 'registerPlugin', name, function plugin(this: PluginPlayer, options: unknown) {
    start(this, options);
  });
}
