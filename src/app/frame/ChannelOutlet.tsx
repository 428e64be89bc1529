import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Outlet, useNavigate, useParams } from 'react-router-dom';
import { channelSelected, type WithChannels } from '../../features/live/channel/slice.ts';

/** Whether an address (`#/{channel}/…`) is about this channel, and not about one whose id begins as its does. */
export const isAbout = (channel: string, hash: string): boolean =>
  hash.startsWith(`#/${channel}`) && /^([/?]|$)/.test(hash.slice(channel.length + 2));

/** The id in the address selects the channel; one that is not known leads home (docs/decisions/0003-router.md). */
export function ChannelOutlet() {
  const { channel = '' } = useParams();
  const current = useSelector((state: WithChannels) => state.channel.current);
  const known = useSelector((state: WithChannels) => state.channel.list.some(({ id }) => id === channel));
  const dispatch = useDispatch();
  const selects = known && channel !== current;
  useEffect(() => {
    if (selects) dispatch(channelSelected(channel));
  }, [dispatch, selects, channel]);
  if (!known) return <Homeward current={current} />;
  return selects ? null : <Outlet key={channel} />;
}

/** Leads home, unless the address is on its way to the selected channel already: the store is faster than the router. */
function Homeward({ current }: { current: string | null }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (current === null || !isAbout(current, location.hash)) navigate('/', { replace: true });
  }, [current, navigate]);
  return null;
}
