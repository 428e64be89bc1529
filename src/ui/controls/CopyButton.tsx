import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../feedback/Announcer.tsx';
import { useDelayed } from '../feedback/Waiting.tsx';
import { Button, IconButton } from './Button.tsx';

type CopyState = 'no' | 'yes' | 'failed';

const icons = { no: 'copy', yes: 'check', failed: 'alert' } as const;

interface CopyButtonProps {
  what: string;
  text: string;
  words?: string;
}

/** Shows and announces the result for 2 s. */
export function CopyButton({ what, text, words }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<CopyState>('no');
  const isOver = useDelayed(copied !== 'no', 2000);
  if (isOver) setCopied('no');
  const copy = async () => {
    const isCopied = await copyText(text);
    setCopied(isCopied ? 'yes' : 'failed');
    announce(isCopied ? t('Data copied to clipboard') : t('Error while copying data to clipboard'));
  };
  const props = { icon: icons[copied], onClick: () => void copy() };
  return words === undefined ? (
    <IconButton {...props} label={t('Copy {{what}}', { what })} />
  ) : (
    <Button {...props}>{words}</Button>
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API requires https, but a core on the local network is often reached by http.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.style.position = 'fixed';
  holder.style.opacity = '0';
  // Inside an open dialog, which traps the focus.
  (focused?.closest('[role=dialog]') ?? document.body).append(holder);
  holder.select();
  const copied = document.execCommand('copy');
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
