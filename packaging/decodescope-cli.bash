# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for decodescope-cli. Commands, options and their words are read off the program's own help.

_decodescope_cli()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]}
    local command='' help='' word commands i
    COMPREPLY=()
    commands=$("$program" --help 2>/dev/null | sed -n '/^Subcommands:/,$ s/^  \([a-z][a-z-]*\) .*/\1/p')
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word != -* ]] && grep -qxF -- "$word" <<<"$commands"; then
            command=$word
            break
        fi
    done
    help=$("$program" $command --help 2>/dev/null)
    case $previous in
        --format)
            COMPREPLY=($(compgen -W 'table tsv csv json md' -- "$current"))
            return ;;
        --decode)
            COMPREPLY=($(compgen -W "eager graph $([[ $command == sweep ]] && echo eager,graph)" -- "$current"))
            return ;;
        -o | --output | --model | --rules)
            compopt -o filenames
            COMPREPLY=($(compgen -f -- "$current"))
            return ;;
        --*)
            # "--option WORD  Purpose: one, two, three", or "--option WHAT  one, two or three"
            word=$(sed -n "s/^  $previous WORD .*: //p; s/^  $previous WHAT  *//p" <<<"$help")
            word=${word// or /, }
            if [ -n "$word" ]; then
                COMPREPLY=($(compgen -W "${word//,/ }" -- "$current"))
                return
            fi ;;
    esac
    if [[ $current == -* ]]; then
        local options
        options=$(grep -oE '^  (-[a-z],)?--[a-z-]+' <<<"$help" | grep -oE -- '--[a-z-]+')
        COMPREPLY=($(compgen -W "$options --format --help --version" -- "$current"))
    elif [[ -z $command ]]; then
        COMPREPLY=($(compgen -W "$commands" -- "$current"))
    else
        compopt -o filenames
        COMPREPLY=($(compgen -f -X '!*.json' -- "$current") $(compgen -f -X '!*.json.gz' -- "$current")
                   $(compgen -d -- "$current"))
    fi
}
complete -F _decodescope_cli decodescope-cli
