import { makeElement } from '../makeElement.ts';
import { listWithin, readProperty, textWithin } from '../stream/readUntypedProperties.ts';
import { definePlugin } from './defineVideoJsPlugin.ts';

const ALIGNED = ['top-left', 'top', 'top-right', 'right', 'bottom-right', 'bottom', 'bottom-left', 'left'];

/** `player.overlay({ overlays: [{ content, align, start, end }] })`; the template provides the markup in `content`. */
definePlugin('overlay', (player, options) => {
  for (const each of listWithin(options, 'overlays')) {
    const align = ALIGNED.find((name) => name === textWithin(each, 'align')) ?? 'top-left';
    const overlay = makeElement('div', `vjs-overlay vjs-overlay-${align} vjs-hidden`);
    const content = readProperty(each, 'content');
    if (content instanceof Node) overlay.append(content);
    else overlay.append(...new DOMParser().parseFromString(textWithin(each, 'content'), 'text/html').body.childNodes);
    player.el().append(overlay);
    player.on(textWithin(each, 'start') || 'playing', () => overlay.classList.remove('vjs-hidden'));
    player.on(textWithin(each, 'end') || 'pause', () => overlay.classList.add('vjs-hidden'));
  }
});
