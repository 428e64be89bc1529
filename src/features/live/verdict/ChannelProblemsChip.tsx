import { shallowEqual, useSelector } from 'react-redux';
import { StateChip } from '../../../ui/feedback/StateChip.tsx';
import { shortIn, type VerdictState } from './slice.ts';

/** Shows only what the verdict above leaves out: that the channel is live despite problems. */
export function ChannelProblemsChip() {
  const short = useSelector((state: VerdictState) => shortIn(state), shallowEqual);
  if (short.state !== 'connected' || short.problems === 0) return null;
  return (
    <div className="player-state">
      <StateChip over {...short} />
    </div>
  );
}
