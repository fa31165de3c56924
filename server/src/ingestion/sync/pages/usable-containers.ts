import { MAX_CONTAINER_CHARACTERS, MAX_CONTAINERS } from '@footnote/contract/limits'
import type { FoundPage } from '../../../connectors/connector.ts'
import { storableText } from '../../../text/storable-text.ts'

/** What a page is in, as PostgreSQL can store it; products limit neither number nor length. */
export const usableContainers = ({ containers = [] }: Pick<FoundPage, 'containers'>): string[] =>
  [...new Set(containers.map((name) => storableText(name).slice(0, MAX_CONTAINER_CHARACTERS)))]
    .slice(0, MAX_CONTAINERS)
    .map((name) => name.toWellFormed())
