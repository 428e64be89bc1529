// The forms and what looks into a stream share it: a file of its own would be fetched by both.
import '../../media/encoding/codecName.ts';
import { lazy, useMemo } from 'react';
import { RouterProvider } from 'react-router-dom';
import { openSession } from '../../features/live/admission/openSession.ts';
import { live } from '../../features/live/index.ts';
import { type LazyPanels, LazyPanelsContext } from '../../features/live/streamInspector/LazyPanelsContext.tsx';
import { shared } from '../../features/shared/index.ts';
import { maskText } from '../../media/masking/mask.ts';
import { addAppStyles } from '../../ui/look/afterLoginStyles.ts';
import { router } from '../router.tsx';
import { componentOf, loadForms } from './loadScreens.ts';
import { OpenSetup } from './OpenSetup.tsx';

addAppStyles();

// The channel page is one file, as files that are discovered one after the other cost a round trip each.
export { AboutDialog } from '../about/AboutDialog.tsx';
export const liveChunk = { wings: [shared, live], openSession, mask: maskText };

const EncoderSpeedups = lazy(componentOf(loadForms, (chunk) => chunk.EncoderSpeedups));

const Speedups: LazyPanels['EncoderSpeedups'] = ({ channel }) => (
  <OpenSetup>
    <EncoderSpeedups channel={channel} />
  </OpenSetup>
);

/** Everything behind the gate. */
export function Application({ watching }: { watching: Omit<LazyPanels, 'EncoderSpeedups'> }) {
  const later = useMemo(() => ({ ...watching, EncoderSpeedups: Speedups }), [watching]);
  return (
    <LazyPanelsContext value={later}>
      <RouterProvider router={router} />
    </LazyPanelsContext>
  );
}
