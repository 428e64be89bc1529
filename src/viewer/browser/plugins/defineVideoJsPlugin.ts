import { call, readProperty } from '../stream/readUntypedProperties.ts';

/** A player of video.js, as a plugin sees it: its `this`. */
export interface PluginPlayer {
  el(): Element;
  on(event: string, then: () => void): void;
}

/** Gives video.js a plugin, where it is on the page: `player[name](options)`. */
export function definePlugin(name: string, begin: (player: PluginPlayer, options: unknown) => void): void {
  call(readProperty(window, 'videojs'), 'registerPlugin', name, function plugin(this: PluginPlayer, options: unknown) {
    begin(this, options);
  });
}
