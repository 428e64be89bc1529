import { call, put } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { USUAL_HOLD } from '../../../media/hold/holdSettings.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host, type SlateCard } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { exclusively } from '../../shared/saving/exclusively.ts';
import { writeImage } from '../image/uploadImage.ts';

/** Path on the disk of the core, where the agent reads it. */
export const slatePath = (channel: string) => `/channels/${channel}/slate.png`;

export const USUAL_TEXT = msg("We'll be right back");

/** Returns null if there is none. Throws a CoreError. */
export function* readSlate(channel: string) {
  const core = yield* host('core');
  const found = yield* call(core.diskFiles, { glob: slatePath(channel) });
  return found.find(({ name }) => name === slatePath(channel)) ?? null;
}

/** Draws the card as a PNG. Throws an Error with a message for the operator. */
export function* drawSlateImage(card: SlateCard) {
  const load = yield* browser('loadSetup');
  const { loadSlateDrawer } = yield* call(load);
  const { slatePng } = yield* call(loadSlateDrawer);
  return yield* call(slatePng, card);
}

/** Stores a default image for a channel without one. After a failure, a notice warns that a plain image is sent. */
export function* ensureSlate(channel: string) {
  const translated = yield* host('translated');
  try {
    yield* exclusively(function* () {
      if (yield* readSlate(channel)) return;
      const { theme } = USUAL_HOLD.card;
      const body = yield* drawSlateImage({ text: translated(USUAL_TEXT), theme, picture: '' });
      yield* writeImage({ path: slatePath(channel), body });
    });
  } catch (error) {
    const text = msg('The standby image could not be stored, so a plain one is sent: {{0}}');
    yield* put(noticed('warning', text, reasonValue(error)));
  }
}
