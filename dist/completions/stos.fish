# fish completion for stos: commands, what they do, options and bots as the program itself tells them.
function __stos_says
    LC_ALL=C LANGUAGE=en stos $argv 2>/dev/null
end
function __stos_commands
    __stos_says --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) *\(.*\)$/\1\t\2/p'
end
function __stos_words
    set -l given (commandline -opc)
    if contains -- $given[-1] --bots --against --seats
        __stos_says games | sed -n 's/^  bots: //p' | tr ' ' '\n' | sort -u
        return
    end
    __stos_says $given[2] --help | grep -oE -- '--[a-z][a-z-]+' | sort -u
    test (count $given) -eq 2
    and __stos_says $given[2] --help | sed -nE '1s/^Usage: stos [a-z]+ ([a-z-]+(\|[a-z-]+)+) .*/\1/p' | tr '|' '\n'
end
complete -c stos -n __fish_use_subcommand -f -a '(__stos_commands)'
complete -c stos -n 'not __fish_use_subcommand' -a '(__stos_words)'
