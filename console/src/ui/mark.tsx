export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="flex-none">
    <rect width="24" height="24" rx="6" fill="#0b5c63" />
    <path d="M4.500 16.200h8.600v2.600H4.500z" fill="#fff" />
    <path
      d="m14.600 6.300 3-1.700h1.600v8.100h1.700v1.800h-5.900v-1.800h1.900V7.200l-2.300 1.200z"
      fill="#ffe9a3"
    />
  </svg>
)

export const Wordmark = () => (
  <span className="flex items-center gap-2 font-serif text-[1.125rem]/6 font-[650] tracking-tight">
    <Mark />
    <span>Footnote</span>
  </span>
)
