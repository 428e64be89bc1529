import { licenseOf } from '../../../media/stored/licenses.ts';
import { informationPanelOf } from '../playerPanels.ts';
import { textWithin } from '../stream/readUntypedProperties.ts';
import { definePlugin } from './defineVideoJsPlugin.ts';

/** `player.license({ license, title, author })` adds a button to the control bar; nothing without a license. */
definePlugin('license', (player, options) => {
  const [license, title, author] = ['license', 'title', 'author'].map((name) => textWithin(options, name));
  const link = licenseOf(license ?? '')?.link ?? '';
  const information = informationPanelOf(
    { license: license ?? '', title: title ?? '', author: author ?? '', link, badge: '' },
    '',
    (text) => text,
  );
  const place = player.el().querySelector('.vjs-fullscreen-control');
  if (!information || !place) return;
  place.before(information.button);
  player.el().append(information.panel);
});
