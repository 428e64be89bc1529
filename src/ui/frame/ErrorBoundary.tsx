import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Actions } from '../controls/Actions.tsx';
import { Button } from '../controls/Button.tsx';
import { CopyButton } from '../controls/CopyButton.tsx';
import { Disclosure } from '../controls/Disclosure.tsx';
import { GatePage } from '../layout/GatePage.tsx';

interface ErrorBoundaryProps {
  product: string;
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { details: string | null }> {
  override state: { details: string | null } = { details: null };

  static getDerivedStateFromError(error: unknown) {
    const details = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
    return { details };
  }

  override render() {
    const { product, children } = this.props;
    const { details } = this.state;
    return details === null ? children : <BrokenPage details={`${product}\n${details}`} />;
  }
}

function BrokenPage({ details }: { details: string }) {
  const { t } = useTranslation();
  return (
    <GatePage
      title={t('Something went wrong')}
      lead={t('The interface has crashed. Your streams keep running: the core does not depend on this page.')}
    >
      <Disclosure summary={t('Details')}>
        <pre className="mono alert tone-neutral">
          <code>{details}</code>
        </pre>
      </Disclosure>
      <Actions back={<CopyButton what={t('Details')} text={details} words={t('Copy details')} />}>
        <Button kind="main" icon="restart" onClick={() => location.reload()}>
          {t('Reload')}
        </Button>
      </Actions>
    </GatePage>
  );
}
