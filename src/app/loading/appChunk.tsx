// Named here, these shared modules do not become separate chunks.
import '../../api/answers/holdStatus.ts';
import '../../api/parseResponse.ts';
import '../../api/route.ts';
import '../../media/encoding/codecName.ts';
import { type ComponentType, lazy, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { openSession } from '../../features/live/admission/openSession.ts';
import { live } from '../../features/live/index.ts';
import { type LazyPanels, LazyPanelsContext } from '../../features/live/streamInspector/LazyPanelsContext.tsx';
import { shared } from '../../features/shared/index.ts';
import { maskText } from '../../media/masking/mask.ts';
import { pageNow } from '../../media/run/pageClock.ts';
import { addAppStyles } from '../../ui/look/afterLoginStyles.ts';
import { router } from '../router.tsx';
import { componentOf, loadForms } from './loadScreens.ts';
import { OpenSetup } from './OpenSetup.tsx';
import { retryImport } from './retryImport.ts';

addAppStyles();

// The channel page is one chunk, because nested chunks would cost a round trip each.
export { createSparePlayer, oncePlaying, prepareLiveVideo } from '../../ui/player/preparedVideo.ts';
export { AboutDialog } from '../about/AboutDialog.tsx';
export const liveChunk = { wings: [shared, live], openSession, mask: maskText, now: pageNow };

const EncoderSpeedups = lazy(componentOf(loadForms, (chunk) => chunk.EncoderSpeedups));

const Speedups: LazyPanels['EncoderSpeedups'] = ({ channel }) => (
  <OpenSetup>
    <EncoderSpeedups channel={channel} />
  </OpenSetup>
);

const loadHealing = () => retryImport(() => import('./healingChunk.ts'));
const HealingFields = lazy(
  componentOf(
    loadHealing,
    (chunk) => chunk.HealingFields,
    () => null,
  ),
);

interface WatchingChunk extends Omit<LazyPanels, 'EncoderSpeedups' | 'Graph' | 'HealingFields' | 'NextChangeLine'> {
  BitrateAndFpsGraph: LazyPanels['Graph'];
}

interface LatePanels {
  loadWatching: () => Promise<WatchingChunk>;
  loadNextChange: () => Promise<Pick<LazyPanels, 'NextChangeLine'>>;
}

function panelsFrom({ loadWatching, loadNextChange }: LatePanels): LazyPanels {
  // No message: the saga that records the timeline needs the same chunk and shows a notice.
  const watched = <Props,>(pick: (chunk: WatchingChunk) => ComponentType<Props>) =>
    lazy(componentOf(loadWatching, pick, () => null));
  return {
    SourcePanel: watched((chunk) => chunk.SourcePanel),
    HealthBar: watched((chunk) => chunk.HealthBar),
    Graph: watched((chunk) => chunk.BitrateAndFpsGraph),
    Timeline: watched((chunk) => chunk.Timeline),
    ProbedSource: watched((chunk) => chunk.ProbedSource),
    CpuUsage: watched((chunk) => chunk.CpuUsage),
    HoldPanel: watched((chunk) => chunk.HoldPanel),
    HoldNote: watched((chunk) => chunk.HoldNote),
    NextChangeLine: lazy(
      componentOf(
        loadNextChange,
        (chunk) => chunk.NextChangeLine,
        () => null,
      ),
    ),
    EncoderSpeedups: Speedups,
    HealingFields,
  };
}

export function Application(late: LatePanels) {
  const [panels] = useState(() => panelsFrom(late));
  return (
    <LazyPanelsContext value={panels}>
      <RouterProvider router={router} />
    </LazyPanelsContext>
  );
}
