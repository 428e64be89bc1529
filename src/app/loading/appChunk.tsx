// The forms and what looks into a stream share it: a file of its own would be fetched by both.
import '../../media/encoding/codecName.ts';
import { lazy } from 'react';
import { RouterProvider } from 'react-router-dom';
import { openSession } from '../../features/live/admission/openSession.ts';
import { live } from '../../features/live/index.ts';
import { type Later, LaterContext } from '../../features/live/streamInspector/LazyPanelsContext.tsx';
import { shared } from '../../features/shared/index.ts';
import { addAppStyles } from '../../ui/look/afterLoginStyles.ts';
import { router } from '../routes.tsx';
import { componentOf, loadForms, loadWatching } from './loadChunks.ts';
import { OpenSetup } from './OpenSetup.tsx';

addAppStyles();

// The channel page is one file, as files that are discovered one after the other cost a round trip each.
export { AboutDialog } from '../about/AboutDialog.tsx';
export const liveChunk = { wings: [shared, live], openSession };

const EncoderSpeedups = lazy(componentOf(loadForms, 'EncoderSpeedups'));

const later: Later = {
  SourcePanel: lazy(componentOf(loadWatching, 'SourcePanel')),
  EncoderSpeedups: ({ channel }) => (
    <OpenSetup>
      <EncoderSpeedups channel={channel} />
    </OpenSetup>
  ),
  HealthBar: lazy(componentOf(loadWatching, 'HealthBar')),
  Graph: lazy(componentOf(loadWatching, 'BitrateAndFpsGraph')),
  Timeline: lazy(componentOf(loadWatching, 'Timeline')),
  ProbedSource: lazy(componentOf(loadWatching, 'ProbedSource')),
};

/** Everything behind the gate. */
export const Application = () => (
  <LaterContext value={later}>
    <RouterProvider router={router} />
  </LaterContext>
);
