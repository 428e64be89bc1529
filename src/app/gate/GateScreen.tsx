import type { Session } from '../../features/gate/session/slice.ts';
import { ConfirmCore } from './ConfirmCore.tsx';
import { Incompatible } from './Incompatible.tsx';
import { ProcessReview } from './ProcessReview.tsx';
import { Registration } from './Registration.tsx';

interface GateScreenProps {
  session: Extract<Session, { status: 'unconfirmed' | 'incompatible' | 'registration' | 'review' }>;
}

export function GateScreen({ session }: GateScreenProps) {
  switch (session.status) {
    case 'unconfirmed':
      return <ConfirmCore />;
    case 'incompatible':
      return <Incompatible compatibility={session.compatibility} />;
    case 'registration':
      return <Registration session={session} />;
    case 'review':
      return <ProcessReview processes={session.processes} />;
  }
}
