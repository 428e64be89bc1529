import { all, call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import type { Channel } from '../../../media/channel/channel.ts';
import { edgeStatusAddress } from '../../../media/edge/edgeAudience.ts';
import type { KitFile } from '../../../media/edge/edgeKitFiles.ts';
import type { EdgeChannel } from '../../../media/edge/edgePlan.ts';
import type { KitImages } from '../../../media/edge/kitImages.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import {
  type EdgeAnswer,
  edgeCheckRequested,
  edgeKitClosed,
  edgeKitMade,
  edgeKitRefused,
  edgeKitRequested,
  edgesAnswered,
} from './slice.ts';

export function* edgeKitSaga() {
  yield* all([
    takeLatest(edgeKitRequested, untilLoggedOut(catchSagaErrors(makeKit))),
    takeLatest(edgeCheckRequested, untilLoggedOut(catchSagaErrors(checkUntilClosed))),
  ]);
}

/** Without characters that are easily confused, as in ids of the core. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const SESSION_LENGTH = 22;

const edgeChannelOf = ({ id, delivery }: Channel): EdgeChannel => ({
  name: id,
  access: 'public',
  // If unknown, assumed true: an additional master playlist would break playback.
  hasVariants: delivery?.variants ?? true,
});

/** Removes trailing slashes; the kit rejects anything but an origin. */
const originOf = (entered: string): string => entered.trim().replace(/(?<!\/)\/+$/, '');

function* makeKit({ payload: { kind, origin, ...options } }: ReturnType<typeof edgeKitRequested>) {
  const images = { image: options.image.trim(), coreImage: options.coreImage.trim() };
  const load = yield* browser('loadEdgeKit');
  const random = yield* host('random');
  const { list } = yield* select(({ channel }: WithChannels) => channel);
  const session = [...random(SESSION_LENGTH)].map((byte) => SIGNS.charAt(byte % SIGNS.length)).join('');
  const channels = list.filter(({ available }) => available).map(edgeChannelOf);
  const result = yield* call(async (): Promise<readonly KitFile[] | 'origin' | keyof KitImages | 'notLoaded'> => {
    const plan = { ...options, ...images, origin: originOf(origin), channels, session };
    try {
      const kit = await load();
      return kit.wrongImageOf(kind, images) ?? (await kit.edgeKitFiles(kind, plan)) ?? 'origin';
    } catch {
      return 'notLoaded';
    }
  });
  yield* put(typeof result === 'string' ? edgeKitRefused(result) : edgeKitMade(result));
}

function* checkUntilClosed(requested: ReturnType<typeof edgeCheckRequested>) {
  yield* race([call(checkEdges, requested), take(edgeKitClosed)]);
}

/** The browser sends the requests, because viewers' browsers must reach the edges, too. */
function* checkEdges({ payload: addresses }: ReturnType<typeof edgeCheckRequested>) {
  const edgeStatus = yield* browser('edgeStatus');
  const answers = yield* call(() =>
    Promise.all(
      addresses.map(async (address): Promise<EdgeAnswer> => {
        const status = await edgeStatus(edgeStatusAddress(address)).catch(() => null);
        return { address, viewers: isGroup(status) && typeof status.viewers === 'number' ? status.viewers : null };
      }),
    ),
  );
  yield* put(edgesAnswered(answers));
}
